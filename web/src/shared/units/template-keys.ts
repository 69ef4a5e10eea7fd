/** All that is shown of templates as a whole, their units and versions. */
export const GALLERY_KEY = ['template-gallery'] as const
