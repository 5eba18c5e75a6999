// As slang.h beside it: the part of Slang's own slang-com-ptr.h that exported programs use.
#pragma once

#include <utility>

namespace Slang {

template <class T>
class ComPtr {
public:
    ComPtr() = default;
    ComPtr(const ComPtr& other) : held(other.held) {
        if (held) held->addRef();
    }
    ComPtr& operator=(ComPtr other) {
        std::swap(held, other.held);
        return *this;
    }
    ~ComPtr() {
        if (held) held->release();
    }
    operator T*() const { return held; }
    T* operator->() const { return held; }
    T* get() const { return held; }
    T** writeRef() {
        *this = ComPtr();
        return &held;
    }

private:
    T* held = nullptr;
};

}  // namespace Slang
