// Six-sided cells.
#define R vec2(1.0, 1.7320508)
#define H (R * 0.5)
#define NEARER(a, b) (dot(a, a) < dot(b, b) ? a : b)
float side(vec2 p) { p = abs(p); return max(dot(p, normalize(R)), p.x); }
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = at / iResolution.y * 6.0;
    vec2 a = mod(p, R) - H, b = mod(p - H, R) - H;
    vec2 q = NEARER(a, b), id = p - q;
    float d = 0.5 - side(q), pulse = 0.5 + 0.5 * sin(iTime + id.x * 1.3 + id.y * 0.7), w = 0.04;
    vec3 c = vec3(1.0, 0.75, 0.2);
    q.y < (0.0) || pulse > (0.7) ? c *= 0.85 : c;
    d*pulse < 0.05 ? c *= 0.6 : c, w += 0.02;
    color = vec4(c * (0.4 + 0.6 * pulse) * smoothstep(0.0, w, d), 1);
}
