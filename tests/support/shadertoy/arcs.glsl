// Tiles with quarter circles, which are turned by chance.
#define PI 3.14159265
#define CHANCE(c) (fract(sin((c).x * 12.9 + (c).y * 78.2) * 43.75) > 0.5)
#define ARC(p, c) abs(length(p - c) - 0.5)

void mainImage(out vec4 color, in vec2 at)
{
    vec2 p = at / iResolution.y * 5.0 + 0.3 * iTime, cell = floor(p), q = fract(p);
    q = CHANCE(cell) ? q.x = 1.0 - q.x, q : q;
    float d = min(ARC(q, vec2(0)), ARC(q, vec2(1)));
    bool isNear = length(q) < length(q - 1.0);
    vec2 corner = q;
    isNear ? corner : corner -= 1.0;
    float turn = atan(corner.y, corner.x) / PI;
    vec3 band = mix(vec3(0.9, 0.3, 0.2), vec3(1.0, 0.8, 0.4), 0.5 + 0.5 * cos(turn * 8.0 * PI));
    color = vec4(mix(band, vec3(0.1, 0.15, 0.2), smoothstep(0.14, 0.18, d)), 1);
}
