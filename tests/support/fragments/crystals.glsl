#ifdef GL_ES
precision mediump float;
#endif
uniform vec2 u_resolution;
uniform float u_time;
vec3 wrap(vec3 x) { return x - floor(x / 61.0) * 61.0; }
vec2 wrap(vec2 x) { return x - floor(x / 61.0) * 61.0; }
float facet(vec2 p);
const vec3 WARM = vec3(0.9, 0.5, 0.3);
const vec4 SKEW = vec4(1.0, 0.0, -0.5, 0.8660254);
vec3 tint = vec3(0.1, 0.2, 0.4);
// The height of a surface of triangles with random corners.
vec3 heights(vec3 seeds) { return wrap((seeds * 7.0 + 3.0) * seeds + 11.0) / 61.0; }
float facet(vec2 p) {
    vec2 onGrid = mat2(SKEW.xy, 0.57735, 1.1547) * p;
    vec2 cell = wrap(floor(onGrid)), inside = fract(onGrid);
    bool isUpper = inside.x + inside.y > 1.0;
    vec2 corner = isUpper ? vec2(1.0) : SKEW.yy;
    inside = isUpper ? 1.0 - inside.yx : inside;
    vec3 xs = cell.x + vec3(corner.x, SKEW.xy);
    vec3 ys = cell.yyy + vec3(corner.y, SKEW.yx);
    vec3 corners = heights(wrap(xs + heights(wrap(ys)) * 61.0));
    return dot(corners, vec3(1.0 - inside.x - inside.y, inside.xy));
}
void main() {
    vec2 st = gl_FragCoord.xy / u_resolution.xy;
    float height = facet(st * 8. + u_time * .3);
    tint *= 0.5 + height;
    gl_FragColor = vec4(mix(tint, WARM, smoothstep(.3, .8, height)), 1.0);
}
