// Numbers that begin with zeros: some are octal, most are not.
#define HALF 000.5
const float THIRD = 00.333;
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy - HALF;
    float ring = abs(length(uv * vec2(01.5, 1.)) - 00.25);
    int eight = 010, hex = 0x10;
    float wave = 0.5 + 0.5 * sin(atan(uv.y, uv.x) * float(eight) + iTime * 02.0);
    vec3 c = vec3(01., THIRD, 00.125) * smoothstep(08.5e-2, 00., ring);
    c += 05.0e-1 * wave * smoothstep(00.10, 00.0, abs(ring - 01e-1)) * vec3(0, 00.5, 1);
    color = vec4(c + float(hex) * 000.01, 1);
}
