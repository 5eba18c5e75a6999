// Blocks in a grid of cells that a ray steps through.
bool isSolid(ivec3 c)
{
    if (c.y < -1) return true;
    return ((c.x * 7 + c.z * 13) & 7) == 0 && c.y < (c.x & 1) || c.y > (5) && (c.x + c.z) % 5 == 0;
}

void mainImage(out vec4 color, in vec2 at)
{
    vec2 uv = (2.0 * at - iResolution.xy) / iResolution.y;
    vec3 eye = vec3(0.5, 2.5, iTime), ray = normalize(vec3(uv.x, uv.y - 0.3, 1.5));
    ivec3 cell = ivec3(floor(eye)), step_ = ivec3(sign(ray));
    vec3 slope = 1.0 / abs(ray), next = (vec3(cell) + 0.5 + 0.5 * sign(ray) - eye) / ray;
    bvec3 side;
    int turns;
    for (; turns < 40 && !isSolid(cell); turns++) {
        side = lessThanEqual(next.xyz, min(next.yzx, next.zxy));
        next += vec3(side) * slope;
        cell += ivec3(side) * step_;
    }
    float light = side.y ? 1.0 : side.x ? 0.7 : 0.5, fog = exp(-0.06 * float(turns));
    vec3 tint = mix(vec3(0.6), vec3(0.4, 0.7, 0.3), bvec3(cell.y < -1));
    color = vec4(mix(vec3(0.6, 0.75, 0.9), tint * light, turns < 40 ? fog : 0.0), 1);
}
