precision mediump float;
uniform vec2 u_resolution;
uniform float u_time;
varying vec2 uv;
varying vec4 position;
// Blinking lamps in rows that move. Some names are those that the converted program uses.
#define width 0.3
#define mix3(a, b, c) mix(mix(a, b, 0.5), c, 0.5)
float lerp(float a, float b) { return a + b; }
float random(float x) { return fract(sin(x * 71.3) * 8191.7); }
float lamp(vec2 cell, float phase) {
    vec2 near = abs(cell - .5);
    float isInside = 1. - step(width, max(near.x, near.y));
    return isInside * step(.5, fract(phase + u_time));
}
void main() {
    vec2 wall = uv * vec2(u_resolution.x / u_resolution.y, 1) * 16.;
    float row = floor(wall.y), speed = random(row) - .5;
    wall.x += speed * u_time * 3.;
    float lit = lamp(fract(wall), random(floor(wall.x) + 57. * row));
    float sum = lerp(lit, position.x);
    gl_FragColor = vec4(mix3(vec3(sum), vec3(sum, sum * .6, 0), vec3(.1)), 1.);
}
