// Colours from arrays that are written where they are used.
#define PALETTE vec3[](vec3(0.9, 0.2, 0.1), vec3(0.1, 0.6, 0.9), vec3(0.9, 0.8, 0.2), vec3(0.2, 0.7, 0.3))
struct Spot { vec2 place; float size; };
float weight(float values[3], int i) { return values[i % values.length()]; }
float[2] ends(float x) { return float[](x, 1.0 - x); }
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy;
    int i = int(uv.x * 8.0), n = int[](1, 2, 3, 5).length();
    vec3 c = PALETTE[(i + int(uv.y * 6.0)) % PALETTE.length()];
    float steps[2] = float[](1.0, 0.6);
    steps = float[2](0.8, steps[1]);
    c *= (uv.y > 0.5 ? float[2](0.3, 1.0)[i & 1] : steps[i & 1]) * weight(float[3](1.0, 0.8, 0.6), i / 2);
    Spot spot = Spot[](Spot(vec2(0.25), 0.2), Spot(vec2(0.7, 0.6), 0.3))[i / 4];
    c += smoothstep(spot.size, 0.0, distance(uv, spot.place)) * ends(0.2)[i / 4];
    int[] order = int[](2, 0, 1);
    const vec2 grid[] = vec2[](vec2(0.0, 0.1), vec2(0.1, 0.2));
    color = vec4(c[order[0]], c[order[1]], c[order[2]], 1) - grid[i & 1][n & 1] + 0.02 * sin(iTime);
}
