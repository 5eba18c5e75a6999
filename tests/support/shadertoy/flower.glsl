// Petals, by a switch whose cases fall through.
float petal(int kind, float a) {
    float r = 0.3;
    switch (kind) {
    case 0:
        float extra;
        extra += 0.1;
        r += extra;
    case 1:
        r += 0.15 * cos(a * 5.0);
        break;
    case 2:
        r += 0.1 * abs(sin(a * 4.0));
    default:
        r -= 0.05;
    }
    return r;
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = at / iResolution.y * 2.0, q = fract(p) - 0.5;
    int kind = int(p.x) + 2 * int(p.y);
    float a = atan(q.y, q.x) + iTime * 0.3, r = length(q), edge = petal(kind & 3, a);
    vec3 leaf = vec3(0.2, 0.4, 0.25), c = leaf;
    c = r < 0.08 ? c = vec3(0.95, 0.8, 0.2) : r < edge ? c = vec3(0.9, 0.4, 0.6) * (0.5 + r * 1.5) : leaf;
    color = vec4(c, 1.0);
}
