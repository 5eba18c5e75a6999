// Sums of noise at several sizes, turned between them so that no grid shows.
const mat2 TURN = mat2(0.8, 0.6, -0.6, 0.8);
float hash(vec2 p) {
    return fract(sin(dot(p, vec2(2.71, 3.17))) * 13.76);
}
float noise(in vec2 p) {
    vec2 i = floor(p), f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i + vec2(0.0, 0.0)), hash(i + vec2(1.0, 0.0)), u.x),
               mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), u.x), u.y);
}
float fbm(vec2 p) {
    float sum = 0.0, amplitude = 0.5;
    for (int octave = 0; octave < 5; octave++) {
        sum += amplitude * noise(p);
        p = TURN * p * 2.02 + 17.0;
        amplitude *= 0.5;
    }
    return sum;
}
void mainImage( out vec4 O, vec2 I ) {
    vec2 p = I / iResolution.y * 4.0;
    vec2 q = vec2(fbm(p), fbm(p + vec2(5.2, 1.3) + 0.1 * iTime));
    float f = fbm(p + 2.0 * q);
    O.rgb = mix(vec3(0.1, 0.2, 0.5), vec3(1.0, 0.9, 0.8), smoothstep(0.2, 0.8, f));
    O.rgb *= 0.8 + 0.4 * q.x;
    O.a = 1.0;
}
