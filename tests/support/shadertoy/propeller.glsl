// Rotations in the arguments of macros.
#define TURNED(a) mat2(cos(a), sin(a), -sin(a), cos(a))
#define APPLY(m, p) ((m) * (p))
#define SAME(q) q
#define SPIN(p, m) p *= m
#define NEAREST(d, e) d = min(d, e)
#define TWICE(q) (length(q) + length((q) * 0.5))
#define QUICK(a) mat2(cos(a + vec4(0, 33, 11, 0)))
float blade(vec2 p) { return length(p - vec2(clamp(p.x, 0.0, 0.7), 0.0)) - 0.12 * (1.0 - p.x); }
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = (2.0 * at - iResolution.xy) / iResolution.y, q = p;
    float d = 10.0;
    SPIN(p, TURNED(iTime));
    for (int i = 0; i < 3; i++) {
        NEAREST(d, blade(APPLY(mat2(0.2) * 5.0, p)));
        p *= SAME(TURNED(2.0944));
    }
    q *= SAME(mat2(1.0, 0.3, -0.3, 1.0));
    q = APPLY(QUICK(0.5), q) * SAME(mat2(mat3(1.5)));
    float shade = TWICE(mat2(0.7) * q);
    SPIN(q, SAME(mat2(q, q.yx)));
    NEAREST(d, length(p) - 0.15);
    color = vec4(mix(vec3(0.9), vec3(0.3, 0.5, 0.7) * shade, smoothstep(0.0, 0.05, d)), 1.0);
    color.b += 0.05 * sin(q.x);
}
