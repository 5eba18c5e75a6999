/** The specification's breakpoint: narrower than 768 px is a small screen. */
export const smallScreen = window.matchMedia('(width < 768px)');
