// A tunnel in polar coordinates, with whole numbers that are mixed for the bricks.
uint scramble(uint x) {
    x ^= x >> 16u;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    return x ^ (x >> 16);
}
float random(ivec2 cell) {
    uvec2 u = uvec2(cell + 1000);
    return float(scramble(u.x + scramble(u.y))) / float(0xffffffffU);
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (fragCoord - 0.5 * iResolution.xy) / iResolution.y;
    float angle = atan(p.y, p.x), radius = max(length(p), 1e-3);
    vec2 wall = vec2(angle / 3.14159265 * 8.0 + 0.3, 0.6 / radius + 2.0 * iTime);
    ivec2 cell = ivec2(floor(wall));
    cell.x = (cell.x % 16 + 16) % 16;
    vec2 inside = fract(wall);
    bvec2 edge = lessThan(inside, vec2(0.06));
    bool isEdge = any(edge) ^^ all(edge);
    float level = random(cell);
    vec3 brick = mix(vec3(0.5, 0.2, 0.1), vec3(0.9, 0.5, 0.3), level);
    switch (cell.y & 3) {
    case 0:
        brick *= 1.2;
        break;
    case 1:
    case 2:
        brick = brick.gbr;
        break;
    default:
        brick = mix(brick, brick.bgr, bvec3(true, false, true));
        break;
    }
    vec3 color = isEdge ? vec3(0.05) : brick;
    fragColor = vec4(color * smoothstep(0.0, 0.6, radius), 1.0);
}
