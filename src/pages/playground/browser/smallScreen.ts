/** The specification's breakpoint: narrower than 768 px is a small screen. */
export const smallScreen = window.matchMedia('(width < 768px)');

/** Without room for a picture above the source, as where a phone is turned or its page enlarged. */
export const lowScreen = window.matchMedia('(height < 500px)');
