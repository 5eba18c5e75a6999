// Arrays whose sizes are computed from constant vectors.
const ivec2 SIZE = ivec2(4, 3);
const vec2 REACH = vec2(2.0, 3.5);
#define EXTENT vec2(2, 3)
const float KEYS[SIZE.x] = float[SIZE.x](0.1, 0.7, 0.4, 0.9);
float heights[SIZE.x * SIZE.y + 1];
float total(float values[max(SIZE.x, SIZE.y)]) {
    float sum;
    for (int i = 0; i < values.length(); i++) sum += values[i];
    return sum;
}
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = at / iResolution.xy;
    float columns[int(REACH.x) * 2];
    vec3 tints[int(floor(REACH.y))];
    int seen[KEYS.length()], more[int(EXTENT.x * EXTENT.y)];
    for (int i = 0; i < SIZE.x * SIZE.y; i++) heights[i] = fract(float(i) * 0.37 + 0.1 * iTime);
    for (int i = 0; i < SIZE.x; i++) columns[i] = KEYS[i] * 0.5, seen[i] = i, more[i + 2] += i;
    for (int i = 0; i < 3; i++) tints[i] = vec3(i == 0, i == 1, i == 2) * 0.5 + 0.3;
    ivec2 cell = ivec2(uv * vec2(SIZE));
    float h = heights[cell.x + cell.y * SIZE.x];
    color = vec4(tints[cell.y] * (h + columns[cell.x]) + 0.05 * total(columns), 1.0);
    color.rgb -= 0.02 * float(seen[cell.x] + more[cell.y]);
}
