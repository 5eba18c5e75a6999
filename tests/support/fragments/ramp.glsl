// A shaping function as a curve over its gradient.
#ifdef GL_ES
precision mediump float;
#endif

#define PI 3.14159265359

uniform vec2 u_resolution;
uniform vec2 u_mouse;
uniform float u_time;

float plot(vec2 st, float level) {
    float distance = abs(st.y - level);
    return 1.0 - smoothstep(0.004, 0.016, distance);
}

void main() {
    vec2 st = gl_FragCoord.xy / u_resolution.xy;
    float bend = mix(1.0, 5.0, u_mouse.x / u_resolution.x);
    float y = pow(st.x, bend) * abs(sin(u_time + st.x * PI));
    vec3 ground = mix(vec3(0.1, 0.1, 0.3), vec3(0.6, 0.8, 0.9), y);
    gl_FragColor = vec4(mix(ground, vec3(0.9, 0.5, 0.1), plot(st, y)), 1.0);
}
