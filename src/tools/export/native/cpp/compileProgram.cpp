/// Prints what the compiler says.
void report(slang::IBlob* diagnostics) {
    if (diagnostics != nullptr) {
        std::fprintf(stderr, "%s\n", static_cast<const char*>(diagnostics->getBufferPointer()));
    }
}

std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) std::fprintf(stderr, "%s cannot be read.\n", path.c_str());
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Compiles all entry points into one SPIR-V module. Null if that fails.
///
/// @param folder the folder “shaders” of this export
Slang::ComPtr<slang::IBlob> compileProgram(const std::string& folder) {
    Slang::ComPtr<slang::IGlobalSession> globalSession;
    if (SLANG_FAILED(slang::createGlobalSession(globalSession.writeRef()))) return {};

    slang::TargetDesc target = {};
    target.format = SLANG_SPIRV;
    target.profile = globalSession->findProfile("spirv_1_5");
    const char* searchPaths[] = {folder.c_str()};
    slang::SessionDesc description = {};
    description.targets = &target;
    description.targetCount = 1;
    description.searchPaths = searchPaths;
    description.searchPathCount = 1;
    Slang::ComPtr<slang::ISession> session;
    if (SLANG_FAILED(globalSession->createSession(description, session.writeRef()))) return {};

    // Its imports are in the same folder.
    const std::string path = folder + "/" + mainFile;
    const std::string source = readFile(path);
    Slang::ComPtr<slang::IBlob> diagnostics;
    slang::IModule* module = session->loadModuleFromSourceString(
        "user", path.c_str(), source.c_str(), diagnostics.writeRef());
    report(diagnostics);
    if (module == nullptr) return {};

    std::vector<Slang::ComPtr<slang::IEntryPoint>> found;
    std::vector<slang::IComponentType*> components = {module};
    for (const EntryPoint& each : entryPoints) {
        Slang::ComPtr<slang::IEntryPoint> entryPoint;
        if (SLANG_FAILED(module->findEntryPointByName(each.name, entryPoint.writeRef()))) return {};
        components.push_back(entryPoint.get());
        found.push_back(entryPoint);
    }

    Slang::ComPtr<slang::IComponentType> composite;
    const SlangResult composed = session->createCompositeComponentType(
        components.data(), static_cast<SlangInt>(components.size()), composite.writeRef(),
        diagnostics.writeRef());
    report(diagnostics);
    if (SLANG_FAILED(composed)) return {};

    Slang::ComPtr<slang::IComponentType> program;
    const SlangResult linked = composite->link(program.writeRef(), diagnostics.writeRef());
    report(diagnostics);
    if (SLANG_FAILED(linked)) return {};

    Slang::ComPtr<slang::IBlob> code;
    const SlangResult generated =
        program->getTargetCode(0, code.writeRef(), diagnostics.writeRef());
    report(diagnostics);
    return SLANG_FAILED(generated) ? Slang::ComPtr<slang::IBlob>() : code;
}
