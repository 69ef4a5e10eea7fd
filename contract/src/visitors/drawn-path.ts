/** Where the page is that the portal draws as PDF, among those of shared links. It has nothing to show to anyone else. */
export const DRAWN_PATH = '/shared/drawing'
