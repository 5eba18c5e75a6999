// What has no counterpart is marked: channels, derivatives, discard.
uniform sampler2D iChannel0;
uniform float ripple;
vec3 sky(vec3 direction) {
    float sun = max(dot(direction, normalize(vec3(0.3, 0.4, 1.0))), 0.0);
    return mix(vec3(0.9, 0.8, 0.7), vec3(0.2, 0.45, 0.9), pow(max(direction.y, 0.0), 0.5)) + pow(sun, 64.0);
}
float height(vec2 p, out vec2 slope) {
    float h = 0.0;
    slope = vec2(0.0);
    for (int i = 0; i < 5; i++) {
        float f = exp2(float(i));
        vec2 direction = vec2(cos(float(i) * 1.3), sin(float(i) * 1.3));
        float phase = f * dot(direction, p) + iTime * sqrt(f);
        h += sin(phase) / f * 0.3;
        slope += direction * cos(phase) * 0.3;
    }
    return h;
}
void mainImage(out vec4 fragColor, in vec2 fragCoord) {
    vec2 uv = (2.0 * fragCoord - iResolution.xy) / iResolution.y;
    if (uv.y > 10.0) discard;
    vec3 direction = normalize(vec3(uv.x, uv.y - 0.2, 1.5));
    vec3 color = sky(direction);
    if (direction.y < 0.0) {
        vec2 p = direction.xz * (-1.0 / direction.y);
        vec2 slope;
        float h = height(p, slope);
        vec3 normal = normalize(vec3(-slope.x, 4.0 + 0.0 * h, -slope.y));
        vec3 bounced = reflect(direction, normal);
        bounced.y = abs(bounced.y);
        float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(normal, -direction), 0.0), 5.0);
        color = mix(vec3(0.02, 0.1, 0.15), sky(bounced), fresnel);
        color += 0.02 * texture(iChannel0, p * 0.1).rgb;
        float edge = fwidth(direction.y);
        color *= 1.0 - 0.2 * ripple * step(-edge, direction.y);
    }
    fragColor = vec4(pow(color, vec3(0.4545)), float(iFrame));
}
