#ifdef GL_ES
precision mediump float;
#endif
uniform vec2 u_resolution;
uniform float u_time;
#define OCTAVES 5
// Layers of noise that push each other aside.
float random(in vec2 corner) {
    vec2 p = fract(corner * vec2(0.3183, 0.3678)) + 0.1;
    p += dot(p, p.yx + 17.3);
    return fract(p.x * p.y * 53.7);
}
float noise(in vec2 p) {
    vec2 corner = floor(p), t = smoothstep(0.0, 1.0, p - corner);
    vec2 low = vec2(random(corner), random(corner + vec2(1, 0)));
    vec2 high = vec2(random(corner + vec2(0, 1)), random(corner + 1.0));
    vec2 sides = mix(low, high, t.y);
    return mix(sides.x, sides.y, t.x);
}
float fbm(in vec2 p) {
    float sum = 0.0, weight = 0.55;
    const mat2 turn = mat2(1.6, 1.2, -1.2, 1.6);
    for (int i = 0; i < OCTAVES; ++i, weight *= 0.48) {
        sum += weight * noise(p);
        p = turn * p + 31.7;
    }
    return sum;
}
void main() {
    vec2 p = 4.0 * gl_FragCoord.xy / u_resolution.xy;
    vec2 wind = vec2(0.2, 0.05) * u_time;
    float inner = fbm(p - wind);
    float outer = fbm(p + 1.5 * inner + wind.yx);
    vec3 sky = mix(vec3(0.75, 0.85, 0.95), vec3(0.2, 0.4, 0.8), p.y / 4.0);
    gl_FragColor = vec4(mix(sky, vec3(1.0 - 0.4 * inner), smoothstep(0.35, 0.75, outer)), 1.0);
}
