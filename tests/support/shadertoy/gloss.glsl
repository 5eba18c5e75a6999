// Shaded bumps, with constructors that are given more than they need.
vec3 bump(vec2 p) {
    vec2 n = 0.5 * cos(p * 6.0 + iTime);
    return normalize(vec3(n.x, n.y, n + 1.0));
}
const vec4 warm = vec4(1.0, 0.6, 0.3, 0.2);
const vec3 light = vec3(warm.xy, warm);
void mainImage(out vec4 color, in vec2 at) {
    vec2 uv = (2.0 * at - iResolution.xy) / iResolution.y;
    vec3 n = bump(uv), l = normalize(vec3(-0.4, 0.5, vec3(0.8)));
    mat2 m = mat2(n, uv);
    ivec2 cell = ivec2(vec3(floor(uv * 4.0), 1));
    float shine = pow(max(dot(reflect(-l, n), vec3(0, 0, 1)), 0.0), 12.0);
    vec2 sheen = m * vec2(0.2, uv);
    color = vec4(light * max(dot(n, l), 0.0) + shine, warm);
    color.xy += 0.05 * sheen + 0.02 * vec2((cell.x + cell.y) & 1, n);
    color = clamp(color, 0.0, 1.0);
}
