precision mediump float;
uniform vec2 u_resolution;
uniform float u_time;
uniform float mortar;
#define ROWS 9.
#define SHIFT(row) (0.37 * mod(row, 3.0))
// A wall whose rows are moved against each other, lit from a side that changes.
vec2 inBrick(vec2 wall) {
    float row = floor(wall.y);
    return vec2(fract(wall.x * 0.4 + SHIFT(row)), wall.y - row);
}
void main() {
    vec2 brick = inBrick(gl_FragCoord.xy / u_resolution.y * ROWS);
    vec2 toEdge = min(brick, 1. - brick) * vec2(2.5, 1.);
    bvec2 isBrick = greaterThan(toEdge, vec2(mortar * .1 + .02));
    gl_FragColor.rgb = all(isBrick) ? vec3(.6, .25, .2) : vec3(.7);
    gl_FragColor.a = 1.;
    if (!any(isBrick)) { return; }
    gl_FragColor.rgb *= 0.8 + 0.2 * dot(brick - .5, vec2(cos(u_time), sin(u_time)));
}
