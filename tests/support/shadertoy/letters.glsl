// Letters of five rows of three points, packed into numbers.
const int GLYPHS[] = int[](031727, 027227, 075777, 047117);
#define BIT(n, k) (((n) >> (k)) & 1)
#define INSIDE(p, a, b) (all(greaterThanEqual(p, a)) && all(lessThan(p, b)))
float letter(int glyph, vec2 p) {
    ivec2 cell = ivec2(floor(p * vec2(3, 5)));
    if (INSIDE(p, vec2(0), vec2(1))) return float(BIT(glyph, cell.x + 3 * cell.y));
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 p = at / iResolution.xy * vec2(4.6, 2.2) - vec2(0.3, 0.6);
    float ink;
    for (int i; i < GLYPHS.length(); i++) {
        vec2 q = p - vec2(i, 0.1 * sin(iTime + float(i)));
        q.x *= 1.25;
        ink = max(ink, letter(GLYPHS[i], q));
    }
    vec3 paper = vec3(0.95, 0.93, 0.86) - 0.05 * step(0.9, fract(p.y * 5.0)), blue = vec3(0.1, 0.1, 0.35);
    color = vec4(ink > 0.5 ? paper = blue : paper, 1);
}
