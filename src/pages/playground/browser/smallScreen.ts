/** The specification's breakpoint: narrower than 768 px is a small screen. */
export const smallScreen = window.matchMedia('(width < 768px)');

/** Too narrow for all controls of the page: menus have some of them. */
export const narrowScreen = window.matchMedia('(width < 960px)');

/** Too low for a picture above the source: the lines that are left would be few. */
export const lowScreen = window.matchMedia('(height < 700px)');
