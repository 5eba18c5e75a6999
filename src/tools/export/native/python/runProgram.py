def mixed(values):
    """Spreads 32-bit integers over all their bits."""
    values = (values ^ (values >> np.uint32(16))) * np.uint32(0x21F0AAAD)
    values = (values ^ (values >> np.uint32(15))) * np.uint32(0x735A2D97)
    return values ^ (values >> np.uint32(15))


def random_floats(name, count):
    """The numbers that the playground gives a buffer of this name: 32-bit floats in [0, 1)."""
    state = np.array([SEED], dtype=np.uint32)
    for character in name:
        state = mixed(state ^ np.uint32(ord(character)))
    steps = np.arange(1, count + 1, dtype=np.uint32) * np.uint32(0x9E3779B9)
    return ((mixed(state + steps) >> np.uint32(8)) / np.float32(2**24)).astype(np.float32)


def buffer_bytes(name, content):
    if content["kind"] == "random":
        return random_floats(name, content["count"]).view(np.uint8)
    if content["kind"] == "file":
        data = np.fromfile(HERE / content["path"], dtype=np.uint8)
        return data[: len(data) - len(data) % content["element"]]
    return np.zeros(content["bytes"], dtype=np.uint8)


def make_buffer(device, name, content):
    usage = spy.BufferUsage.shader_resource | spy.BufferUsage.unordered_access
    if any(call["threads"] == "indirect" and call["resource"] == name for call in DISPATCHES):
        usage |= spy.BufferUsage.indirect_argument
    data = np.ascontiguousarray(buffer_bytes(name, content))
    return device.create_buffer(
        struct_size=content["element"], usage=usage, label=name, data=data
    )


def image_pixels(path, texel_format):
    """The image in the texture's format, row 0 on top."""
    channels, bits, kind = re.fullmatch(r"(rgba|rg|r)(\d+)_(\w+)", texel_format).groups()
    bitmap = spy.Bitmap(HERE / path).convert(
        pixel_format=spy.Bitmap.PixelFormat.rgba,
        component_type=spy.Bitmap.ComponentType.uint8,
    )
    pixels = np.array(bitmap, copy=True)[:, :, : len(channels)]
    if kind == "float":
        pixels = (pixels / 255).astype("float16" if bits == "16" else "float32")
    return np.ascontiguousarray(pixels if len(channels) > 1 else pixels[:, :, 0])


def make_texture(device, name, content):
    layers = [image_pixels(path, content["format"]) for path in content["files"]]
    if layers:
        height, width = layers[0].shape[:2]
    else:
        width, height = content["width"], content["height"]
        if content["of_picture"]:
            width, height = max(1, int(width * WIDTH + 0.5)), max(1, int(height * HEIGHT + 0.5))
    usage = spy.TextureUsage.shader_resource
    if not layers:
        usage |= spy.TextureUsage.unordered_access
    is_volume = content["type"] == "texture_3d"
    texture = device.create_texture(
        type=getattr(spy.TextureType, content["type"]),
        format=getattr(spy.Format, content["format"]),
        width=width,
        height=height,
        depth=content["depth"] if is_volume else 1,
        array_length=1 if is_volume else max(len(layers), content["depth"]),
        usage=usage,
        label=name,
    )
    for layer, pixels in enumerate(layers):
        texture.copy_from_numpy(pixels, layer=layer)
    if not layers:
        encoder = device.create_command_encoder()
        if content["format"].endswith("_uint"):
            encoder.clear_texture_uint(texture)
        elif content["format"].endswith("_sint"):
            encoder.clear_texture_sint(texture)
        else:
            encoder.clear_texture_float(texture)
        device.submit_command_buffer(encoder.finish())
    return texture


def uniform_value(uniform, frame):
    source = uniform["source"]
    if source == "time":
        value = frame * SECONDS_PER_FRAME
    elif source == "frame":
        value = frame
    elif source == "mouse":
        value = MOUSE
    elif source == "key":
        value = 1 if uniform["key"] in KEYS else 0
    elif source == "camera" and len(uniform["value"]) == 16:
        return spy.float4x4(uniform["value"])
    else:
        return uniform["value"]
    convert = float if uniform["scalar"].startswith("float") else int
    return [convert(each) for each in value] if isinstance(value, list) else convert(value)


def put(root, entry_point, place, value):
    """Sets a parameter; parameters of other entry points are skipped."""
    if place["entry_point"] not in (None, entry_point):
        return
    cursor = root if place["entry_point"] is None else root.find_entry_point(0)
    *way, last = place["path"]
    for step in way:
        cursor = cursor[step]
    cursor[last] = value


def thread_counts(call, resources):
    if call["threads"] == "fixed":
        return call["count"]
    resource = resources[call["resource"]]
    if call["element"] is not None:
        return [max(1, resource.size // call["element"]), 1, 1]
    layers = resource.depth if resource.depth > 1 else resource.array_length
    return [resource.width, resource.height, layers]


def draw_frame(device, kernels, resources, frame):
    for call in DISPATCHES:
        if call["once"] and frame > 0:
            continue
        entry_point = call["entry_point"]
        encoder = device.create_command_encoder()
        with encoder.begin_compute_pass() as compute:
            root = spy.ShaderCursor(compute.bind_pipeline(kernels[entry_point].pipeline))
            for name, place in PLACES.items():
                put(root, entry_point, place, resources[name])
            for uniform in UNIFORMS:
                put(root, entry_point, uniform["place"], uniform_value(uniform, frame))
            if call["threads"] == "indirect":
                buffer = resources[call["resource"]]
                compute.dispatch_compute_indirect(spy.BufferOffsetPair(buffer, call["offset"]))
            else:
                compute.dispatch(thread_count=thread_counts(call, resources))
        device.submit_command_buffer(encoder.finish())


CONVERSION = re.compile(r"%([-+ #0]*)(\*|\d+)?(\.(?:\*|\d*))?(?:hh|h|ll|l|L|j|z|t)?([diuxXofFeEgGscC%])")


def formatted(text, arguments):
    """C's printf, for what the library module prints."""
    left = list(arguments)

    def take():
        return left.pop(0) if left else ("int", 0)

    def convert(match):
        flags, width, precision, kind = match.groups()
        if kind == "%":
            return "%"
        width = signed(*take()) if width == "*" else int(width or 0)
        if width < 0:
            flags, width = flags + "-", -width
        if precision == ".*":
            given = signed(*take())
            precision = "" if given < 0 else "." + str(given)
        if not left:
            return "<missing argument for " + match.group() + ">"
        argument = take()
        digits = None if precision is None or precision == "" else int(precision[1:] or 0)
        if kind in "fFeEgG":
            value = float(argument[1])
            body = ("%" + flags.replace("-", "").replace("0", "") + (precision or "") + kind) % value
            fill = "0" if "0" in flags and math.isfinite(value) else " "
        elif kind in "sc":
            body = str(argument[1])[:digits] if kind == "s" else chr(int(argument[1]) & 0xFF)
            fill = " "
        else:
            body = whole_number(argument, kind, flags, digits)
            fill = "0" if "0" in flags and digits is None else " "
        if "-" in flags:
            return body.ljust(width)
        return padded(body, width, fill)

    return CONVERSION.sub(convert, text)


def whole_number(argument, kind, flags, digits):
    value = signed(*argument) if kind in "di" else int(argument[1])
    body = format(abs(value), {"x": "x", "X": "X", "o": "o"}.get(kind, "d"))
    if digits is not None:
        body = "" if digits == 0 and value == 0 else body.zfill(digits)
    if "#" in flags and kind == "o" and not body.startswith("0"):
        body = "0" + body
    if "#" in flags and kind in "xX" and value != 0:
        body = "0" + kind + body
    if kind not in "di":
        return body
    return ("-" if value < 0 else "+" if "+" in flags else " " if " " in flags else "") + body


def padded(body, width, fill):
    """Zeros go after a sign and the prefix of a hexadecimal number."""
    start = len(re.match(r"[-+ ]?(0[xX])?", body).group()) if fill == "0" else 0
    return body[:start] + body[start:].rjust(width - start, fill)


def signed(kind, value):
    """Integers arrive as their bits."""
    bits = {"int": 32, "long": 64}.get(kind)
    if bits is None:
        return int(value) if kind == "float" else 0
    return value - (1 << bits) if value >> (bits - 1) else value


def printed(data):
    """The text of a frame, from records of three words: kind, low, high."""
    messages = []
    for kind, low, high in struct.iter_unpack("<III", data):
        if kind == 1:
            messages.append((STRINGS.get(low, "<unknown string>"), []))
        elif kind == 0 or not messages:
            continue
        elif kind == 2:
            messages[-1][1].append(("text", STRINGS.get(low, "<unknown string>")))
        elif kind == 3:
            messages[-1][1].append(("int", low))
        elif kind == 4:
            messages[-1][1].append(("float", struct.unpack("<f", struct.pack("<I", low))[0]))
        elif kind == 5:
            pair = struct.pack("<II", low, high)
            messages[-1][1].append(("float", struct.unpack("<d", pair)[0]))
        elif kind == 6:
            messages[-1][1].append(("long", low | high << 32))
    return "".join(formatted(text, arguments) for text, arguments in messages)


def main():
    device = spy.create_device(type=DEVICE, include_paths=[HERE / "shaders"])
    module = device.load_module(str(HERE / "shaders" / MAIN_FILE))
    kernels = {}
    for call in DISPATCHES:
        name = call["entry_point"]
        program = device.link_program([module], [module.entry_point(name)])
        kernels[name] = device.create_compute_kernel(program)
    resources = {name: make_buffer(device, name, each) for name, each in BUFFERS.items()}
    resources.update({name: make_texture(device, name, each) for name, each in TEXTURES.items()})
    resources.update({name: device.create_sampler() for name in SAMPLERS})
    for frame in range(FRAMES):
        if PRINT_BUFFER is not None:
            resources[PRINT_BUFFER].copy_from_numpy(
                np.zeros(BUFFERS[PRINT_BUFFER]["bytes"], dtype=np.uint8)
            )
        draw_frame(device, kernels, resources, frame)
        if PRINT_BUFFER is not None:
            print(printed(resources[PRINT_BUFFER].to_numpy().tobytes()), end="")
    if PICTURE is not None:
        bitmap = resources[PICTURE].to_bitmap()
        # Texel (0, 0) is at the bottom left.
        bitmap.vflip()
        bitmap.convert(
            pixel_format=spy.Bitmap.PixelFormat.rgba,
            component_type=spy.Bitmap.ComponentType.uint8,
        ).write(HERE / (NAME + ".png"))
        print("Saved " + NAME + ".png")


if __name__ == "__main__":
    main()
