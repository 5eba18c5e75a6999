// A wall, by comparisons that look like generic types.
#define ROWS 8.0
#define GAP (0.12)

bool both(bool a, bool b) { return a && b; }

void mainImage(out vec4 color, in vec2 at)
{
    vec2 pos = at / iResolution.y * ROWS;
    float odd = mod(floor(pos.y), 2.0), b = 0.3, c = 0.2;
    vec2 brick = fract(pos * vec2(0.5, 1.0) + vec2(odd * 0.5, 0));
    bool isGap = brick.y < (GAP - 0.01) || brick.x > (1.0 - GAP * 0.5);
    bool isHigh = both(pos.y < (ROWS - 1.0), b > (c));
    float light = 1.0;
    if (pos.x < (ROWS * 0.5) && pos.y > (ROWS * 0.25)) light = 0.8;
    if (brick.x < 0.1 && brick.y > vec2(vec3(0.6)).x) light *= 0.7;
    vec2 id = floor(pos * vec2(0.5, 1.0) + vec2(odd * 0.5, 0));
    float tint = fract(id.x * 0.37 + id.y * 0.61 + 0.05 * iTime);
    vec3 wall = mix(vec3(0.6, 0.25, 0.15), vec3(0.8, 0.5, 0.3), tint) * light;
    color = vec4(isGap ? vec3(0.75) : isHigh ? wall : wall * 0.5, 1.0);
}
