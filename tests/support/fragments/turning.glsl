precision mediump float;
uniform vec2 u_resolution;
uniform float u_time;
const float TAU = 6.2831853;
// A grid that turns around a moving center, coarser on one side.
mat2 rotate2d(float angle) {
    float c = cos(angle), s = sin(angle);
    return mat2(c, s, -s, c);
}
mat2 stretch(vec2 by) { return mat2(vec2(by.x, 0), 0, by.y); }
void main() {
    vec2 place = gl_FragCoord.xy / u_resolution.y;
    vec2 center = vec2(0.7 + 0.2 * cos(u_time), 0.4);
    place = stretch(vec2(3.0, 5.0)) * rotate2d(TAU * fract(u_time * 0.05)) * (place - center);
    place *= rotate2d(0.3 * length(place));
    vec2 near = abs(fract(place) - 0.5);
    float line = smoothstep(0.42, 0.48, max(near.x, near.y));
    gl_FragColor = vec4(mix(vec3(0.15, 0.3, 0.25), vec3(0.9, 0.95, 0.7), line), 1.0);
}
