#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#endif
uniform vec2 resolution, mouse;
uniform float time;
// A cross that follows the mouse, in a ring that breathes.
float bar(in vec2 at, in vec2 reach) {
    vec2 past = abs(at) - reach;
    return step(max(past.x, past.y), 0.0);
}
float cross(in vec2 at, float arm) {
    vec2 reach = arm * vec2(1.0, 0.3);
    return min(bar(at, reach) + bar(at, reach.yx), 1.0);
}
void main(void) {
    vec2 aspect = vec2(resolution.x / resolution.y, 1);
    vec2 at = (gl_FragCoord.xy / resolution - .5) * aspect;
    vec3 color = vec3(.1, .1, .15) + cross(at - (mouse - .5) * aspect, 0.12);
    float ring = abs(length(at) - .35 - .05 * sin(time));
    color.gb += 1. - step(.015, ring);
    gl_FragColor = vec4(color, 1);
}
