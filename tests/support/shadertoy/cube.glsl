// A cube of lines that turns: matrices of three and four columns, and their inverses.
mat3 rotation(vec3 axis, float angle) {
    axis = normalize(axis);
    float s = sin(angle), c = cos(angle), k = 1.0 - c;
    return mat3(k * axis.x * axis.x + c, k * axis.x * axis.y - axis.z * s, k * axis.z * axis.x + axis.y * s,
                k * axis.x * axis.y + axis.z * s, k * axis.y * axis.y + c, k * axis.y * axis.z - axis.x * s,
                k * axis.z * axis.x - axis.y * s, k * axis.y * axis.z + axis.x * s, k * axis.z * axis.z + c);
}
mat4 view(vec3 eye) {
    vec3 forward = normalize(-eye);
    vec3 side = normalize(cross(forward, vec3(0.0, 1.0, 0.0)));
    vec3 up = cross(side, forward);
    mat4 m = mat4(mat3(side, up, -forward));
    m[3] = vec4(eye, 1.0);
    return inverse(m);
}
float segment(vec2 p, vec2 a, vec2 b) {
    vec2 pa = p - a, ba = b - a;
    float h = clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0);
    return length(pa - ba * h);
}
vec2 project(vec3 point, mat4 m) {
    vec4 seen = m * vec4(point, 1.0);
    return 1.5 * seen.st / -seen.p;
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 p = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    mat3 turn = rotation(vec3(0.3, 1.0, 0.2), iTime);
    mat3 same = turn * inverse(turn) * mat3(1.0) * transpose(mat3(1));
    mat4 m = view(vec3(0.0, 1.0, 4.0));
    float nearest = 1e5;
    for (int i = 0; i < 4; i++) {
        float a = float(i & 1) * 2.0 - 1.0, b = float(i >> 1) * 2.0 - 1.0;
        vec3 ends[6] = vec3[6](vec3(a, b, -1.0), vec3(a, b, 1.0), vec3(a, -1.0, b), vec3(a, 1.0, b), vec3(-1.0, a, b), vec3(1.0, a, b));
        for (int j = 0; j < 6; j += 2) {
            vec2 from = project(turn * same * ends[j], m);
            vec2 to = project(turn * ends[j + 1], m);
            nearest = min(nearest, segment(p, from, to));
        }
    }
    float line = smoothstep(0.03, 0.01, nearest);
    fragColor = vec4(mix(vec3(0.05, 0.06, 0.1), vec3(1.0, 0.8, 0.3), line), 1.0);
}
