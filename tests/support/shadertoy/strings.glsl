// Curves through points that are joined by lines.
#define POINT(t) vec2(sin((t) * 3.0 + iTime), cos((t) * 2.0)) * 0.8
#define LAST 24
float toLine(vec2 p, vec2 a, vec2 b) {
    vec2 ab = b - a;
    return length(p - a - ab * clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0));
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = (2.0 * at - iResolution.xy) / iResolution.y, a = POINT(0.0), b;
    float nearest = 9.0, where, d;
    int i = 0;
    do {
        b = POINT(float(++i) * 0.2618);
        d = toLine(p, a, b), d < nearest ? nearest = d, where = float(i) : d;
        a = b;
    } while (i < LAST);
    while (i > 0) { float drop; drop += 0.001; nearest += drop - 0.001; i -= 8; }
    vec3 c = 0.5 + 0.5 * cos(where * 0.26 + vec3(0, 2, 4));
    color = vec4(c * smoothstep(0.06, 0.02, nearest) + 0.1 * exp(-4.0 * nearest), 1.0);
}
