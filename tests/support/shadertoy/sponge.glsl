// A cube with holes in holes, by macros in macros.
#define MAX3(v) max(v.x, max(v.y, v.z))
#define MIN3(v) min(v.x, min(v.y, v.z))
#define BOX(p, b) (length(max(abs(p) - b, 0.0)) + min(MAX3((abs(p) - b)), 0.0))
#define CROSS(q) MIN3(max((q).xyz, (q).yzx))
#define R(a) mat2(cos(a), sin(a), -sin(a), cos(a))
#define SPIN(p) p.xz *= R(0.6 + 0.1 * iTime), p.yz *= R(0.5)
float scene(vec3 p) {
    SPIN(p);
    float d = BOX(p, vec3(1)), s = 1.0;
    for (int i = 0; i < 2; i++) {
        vec3 a = mod(p * s, 2.0) - 1.0;
        s *= 3.0;
        vec3 q = abs(1.0 - 3.0 * abs(a));
        d = max(d, (CROSS(q) - 1.0) / s);
    }
    return d;
}
void mainImage(out vec4 color, in vec2 at) {
    vec3 ray = normalize(vec3((2.0 * at - iResolution.xy) / iResolution.y, 2.2)), p = vec3(0, 0, -4);
    float glow, d;
    for (int i; i++ < 32; p += d * ray, glow += 0.03) if ((d = scene(p)) < 0.01) break;
    color.rgb = vec3(d < 0.01 ? 1.0 - glow : 0.1 * glow) * vec3(0.9, 0.8, 0.6);
}
