#ifdef GL_OES_standard_derivatives
#extension GL_OES_standard_derivatives : enable
#endif
precision highp float;
varying vec2 vUv;
uniform float uTime;
uniform vec2 uResolution;
uniform vec3 strokeColor;
// Arcs in tiles, with edges as wide as one pixel.
float hash(vec2 p) { return fract(sin(dot(p, vec2(12.7, 78.1))) * 4375.5); }
float edge(float d) { return smoothstep(-fwidth(d), fwidth(d), d); }
void main() {
    vec2 p = vUv * vec2(uResolution.x / uResolution.y, 1.0) * 8.0;
    vec2 cell = floor(p), at = fract(p);
    if (hash(cell) > 0.5) at.x = 1.0 - at.x;
    float d = abs(min(length(at), length(1.0 - at)) - 0.5) - 0.1;
    float slope = length(vec2(dFdx(d), dFdy(d)));
    vec3 color = mix(vec3(0.9, 0.8, 0.3), strokeColor, edge(d));
    gl_FragColor = vec4(color + slope * (0.5 + 0.5 * sin(uTime)), 1.0);
}
