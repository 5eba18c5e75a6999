// A clock, with distances to its hands.
#define TURN(a) mat2(cos(a), -sin(a), sin(a), cos(a))
#define HAND(p, angle, l, w) (segment(TURN(angle) * (p), l) - (w))
#define AA(d) smoothstep(blur, -blur, d)
float segment(vec2 p, float l) { p.y -= clamp(p.y, -0.1, l); return length(p); }
void mainImage(out vec4 color, in vec2 at) {
    float blur = 3.0 / iResolution.y;
    vec2 p = (2.0 * at - iResolution.xy) / iResolution.y * 1.1;
    float face = length(p) - 0.95, ticks = 1.0;
    for (int i = 0; i < 12; i++) {
        vec2 q = TURN(float(i) * 0.5236) * p;
        float l = i % 3 == 0 ? 0.12 : 0.05;
        q.y -= 0.8, q.y > 0.0 ? q.y = max(q.y - l, 0.0) : q.y;
        ticks = min(ticks, length(q) - 0.02);
    }
    vec3 c = mix(vec3(0.2, 0.25, 0.3), vec3(0.95), AA(face));
    c = mix(c, vec3(0.1), AA(ticks));
    c = mix(c, vec3(0.1), AA(HAND(p, -0.5236 * iTime, 0.45, 0.04)));
    c = mix(c, vec3(0.8, 0.1, 0.1), AA(min(HAND(p, -6.2832 * fract(iTime), 0.7, 0.015), length(p) - 0.06)));
    color = vec4(c, 1);
}
