// Bits of whole numbers, woven.
uint mixBits(uvec2 v) {
    uint x = v.x * 0x9E37u ^ v.y << 3u;
    x ^= x >> 7u, x *= 00251u, x ^= x << 5u;
    return x;
}
void mainImage(out vec4 color, in vec2 at) {
    uvec2 cell = uvec2(at / iResolution.y * 24.0);
    uint bits = mixBits(cell), over = (cell.x ^ cell.y) & 1u;
    int count;
    for (uint rest = bits & 0xffu; rest != 0u; rest &= rest - 1u) count++;
    float light = float(count) / 8.0;
    vec3 a = vec3(0.7, 0.3, 0.2), b = vec3(0.2, 0.4, 0.6);
    bool isOver = over == 1u ^^ (bits >> 9u & 1u) == 1u;
    isOver ? a *= light : b += 0.2 * light, a = a.gbr;
    float f = uintBitsToFloat(floatBitsToUint(light) & 0xffff0000u);
    color = vec4((isOver ? a : b) * (0.7 + 0.3 * sin(iTime + f)), 1);
}
