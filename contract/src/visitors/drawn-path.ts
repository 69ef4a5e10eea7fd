/** Where the page is that the portal draws as PDF. It has nothing to show to anyone else. */
export const DRAWN_PATH = '/drawing'
