/** The specification's breakpoint: narrower than 768 px is a small screen. */
export const smallScreen = window.matchMedia('(width < 768px)');

/** Too narrow for all of the page's controls, so menus contain some of them. */
export const narrowScreen = window.matchMedia('(width < 960px)');

/** Too low for a picture above the source, which would leave too few lines. */
export const lowScreen = window.matchMedia('(height < 700px)');
