// Rings, found by steps along rays, with structs that functions fill.
struct Hit { float d; vec3 tint; };
struct Ray { vec3 from, to; };
#define TURN(p, a) p = cos(a) * (p) + sin(a) * vec2((p).y, -(p).x)
#define JOIN(h, e, c) if (e < h.d) h = Hit(e, c)
float ring(vec3 p, vec2 r) { return length(vec2(length(p.xz) - r.x, p.y)) - r.y; }
Hit scene(vec3 p) {
    Hit h = Hit(p.y + 1.2, vec3(0.4) + 0.2 * step(0.0, sin(p.x * 4.0) * sin(p.z * 4.0)));
    TURN(p.yz, 0.9);
    JOIN(h, ring(p, vec2(0.9, 0.2)), vec3(0.9, 0.5, 0.2));
    TURN(p.xy, 1.2 + 0.2 * iTime);
    JOIN(h, ring(p - vec3(0.5, 0, 0), vec2(0.7, 0.15)), vec3(0.2, 0.6, 0.9));
    return h;
}
bool march(Ray ray, out float t, out Hit hit) {
    for (int i = 0; i < 40; i++) {
        hit = scene(ray.from + t * ray.to);
        if (hit.d < 0.005) return true;
        t += hit.d;
    }
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = (2.0 * at - iResolution.xy) / iResolution.y;
    Ray ray = Ray(vec3(0, 0, -3), normalize(vec3(uv, 1.8)));
    float t;
    Hit hit;
    bool isThere = march(ray, t, hit);
    vec3 p = ray.from + t * ray.to;
    vec2 e = vec2(0.01, 0);
    vec3 n = normalize(vec3(scene(p + e.xyy).d, scene(p + e.yxy).d, scene(p + e.yyx).d) - hit.d);
    float light = 0.3 + 0.7 * max(dot(n, normalize(vec3(0.5, 0.8, -0.6))), 0.0);
    color = isThere ? vec4(hit.tint * light, 1) : vec4(0.1, 0.12, 0.15, 1);
}
