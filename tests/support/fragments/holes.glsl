precision mediump float;
uniform float time;
varying vec2 surfacePosition;
uniform vec2 resolution;
// Parts of the picture are left out.
float cut(vec2 p) {
    float d = length(fract(p * 6.0) - 0.5);
    if (d < 0.2) discard;
    return d;
}
float checked(float d) {
    if (d < 0.7)
        return d;
    else
        discard;
}
void main() {
    vec2 p = surfacePosition;
    p.x += 0.1 * sin(time + p.y * 10.0);
    float d = checked(cut(p));
    gl_FragData[0] = vec4(d, p, 1.0);
}
