// Declarations of the part of the Slang API that exported programs use, with the names, parameters
// and defaults of Slang's own slang.h. To compile against only: nothing here is defined.
#pragma once

#include <cstddef>
#include <cstdint>

using SlangInt = std::int64_t;
using SlangInt32 = std::int32_t;
using SlangResult = std::int32_t;

#define SLANG_FAILED(status) ((status) < 0)

enum SlangCompileTarget : int { SLANG_TARGET_UNKNOWN, SLANG_SPIRV = 6 };
enum SlangProfileID : unsigned { SLANG_PROFILE_UNKNOWN };

struct ISlangUnknown {
    virtual std::uint32_t addRef() = 0;
    virtual std::uint32_t release() = 0;

protected:
    ~ISlangUnknown() = default;
};

struct ISlangBlob : ISlangUnknown {
    virtual const void* getBufferPointer() = 0;
    virtual std::size_t getBufferSize() = 0;
};

namespace slang {

using IBlob = ::ISlangBlob;

struct TargetDesc {
    std::size_t structureSize = sizeof(TargetDesc);
    SlangCompileTarget format = SLANG_TARGET_UNKNOWN;
    SlangProfileID profile = SLANG_PROFILE_UNKNOWN;
};

struct SessionDesc {
    std::size_t structureSize = sizeof(SessionDesc);
    const TargetDesc* targets = nullptr;
    SlangInt targetCount = 0;
    const char* const* searchPaths = nullptr;
    SlangInt searchPathCount = 0;
};

struct IComponentType : ISlangUnknown {
    virtual SlangResult link(
        IComponentType** outLinkedComponentType, ISlangBlob** outDiagnostics = nullptr) = 0;
    virtual SlangResult getTargetCode(
        SlangInt targetIndex, IBlob** outCode, IBlob** outDiagnostics = nullptr) = 0;
};

struct IEntryPoint : IComponentType {};

struct IModule : IComponentType {
    virtual SlangResult findEntryPointByName(const char* name, IEntryPoint** outEntryPoint) = 0;
};

struct ISession : ISlangUnknown {
    virtual IModule* loadModuleFromSourceString(
        const char* moduleName, const char* path, const char* string,
        IBlob** outDiagnostics = nullptr) = 0;
    virtual SlangResult createCompositeComponentType(
        IComponentType* const* componentTypes, SlangInt componentTypeCount,
        IComponentType** outCompositeComponentType, ISlangBlob** outDiagnostics = nullptr) = 0;
};

struct IGlobalSession : ISlangUnknown {
    virtual SlangResult createSession(const SessionDesc& desc, ISession** outSession) = 0;
    virtual SlangProfileID findProfile(const char* name) = 0;
};

SlangResult createGlobalSession(IGlobalSession** outGlobalSession);

}  // namespace slang
