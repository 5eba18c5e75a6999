#ifdef GL_ES
precision mediump float;
#endif
uniform vec2 u_resolution;
uniform float u_time;
#define PI 3.141592653589793
#define HALF (PI / 2.0)
vec3 day = vec3(0.95, 0.8, 0.3);
vec3 night = vec3(0.05, 0.1, 0.35);
// Two colours that change at different speeds, and a curve.
float plot(vec2 at) {
    return smoothstep(0.03, 0.0, abs(at.y - at.x));
}
float late(float t) { return 1.0 - cos(t * HALF); }
float settle(float t) {
    const float calm = 6.0;
    float rest = exp(-calm * t);
    return t < 0.1 ? late(t * 10.0) : t < 0.9 ? 1.0 - rest * sin(t * 9.0 * PI) : 1.0;
}
void main() {
    vec2 at = gl_FragCoord.xy / u_resolution.xy;
    float t = abs(fract(u_time * 0.25) * 2.0 - 1.0);
    vec3 share = vec3(late(at.x));
    share.g = settle(at.x);
    share.b = smoothstep(0.0, 1.0, at.x) * t;
    vec3 color = mix(night, day, share);
    color = mix(color, vec3(1.0), plot(vec2(settle(at.x) * 0.6, at.y)));
    gl_FragColor = vec4(color, 1.0);
}
