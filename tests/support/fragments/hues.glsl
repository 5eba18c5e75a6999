#version 300 es
precision highp float;
// A wheel of hues, in the form of WebGL 2.
uniform vec2 u_resolution;
uniform float u_time;
layout(location = 0) out vec4 fragColor;
#define TURN 6.28318530718
vec3 hueOf(in float turns) {
    vec3 third = mod(turns + vec3(0, 1, 2) / 3.0, 1.0);
    return clamp(2.0 - 6.0 * min(third, 1.0 - third), 0.0, 1.0);
}
void main() {
    vec2 arm = (2.0 * gl_FragCoord.xy - u_resolution) / min(u_resolution.x, u_resolution.y);
    float turns = atan(arm.y, arm.x) / TURN + 0.1 * u_time;
    float ring = step(0.3, length(arm)) - step(0.9, length(arm));
    fragColor = vec4(mix(vec3(length(arm) * 0.5), hueOf(turns), ring), 1.0);
}
