// Hills that a ray meets between two distances, which are halved towards each other.
float hills(vec2 p) { return 0.4 * sin(p.x * 1.3) * cos(p.y * 0.9) + 0.15 * sin(p.x * 3.1 + p.y * 2.3); }

void mainImage(out vec4 color, in vec2 at)
{
    vec2 uv = (2.0 * at - iResolution.xy) / iResolution.y;
    vec3 eye = vec3(0.0, 1.2, iTime), ray = normalize(vec3(uv.x, uv.y - 0.5, 1.6));
    float near = 0.0, far = 12.0, step_ = 0.25;
    bool isBelow = false;
    for (int i; i++ < 48 && !isBelow;) {
        vec3 p = eye + ray * (near + step_);
        isBelow = p.y < hills(p.xz);
        isBelow ? far = near + step_ : near += step_;
    }
    for (int i = 0; i < 8; i++) {
        float mid = 0.5 * (near + far);
        vec3 p = eye + ray * mid;
        p.y < hills(p.xz) ? far = mid : near = mid;
    }
    vec3 hit = eye + ray * far;
    float light = 0.5 + hills(hit.xz + 0.1) - hills(hit.xz - 0.1);
    vec3 sky = vec3(0.4, 0.6, 0.9) + 0.3 * ray.y;
    color = vec4(isBelow ? mix(vec3(0.3, 0.5, 0.2) * light, sky, far / 12.0) : sky, 1.0);
}
