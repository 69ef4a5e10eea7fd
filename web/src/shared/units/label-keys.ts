/** Under this all that is read of labels is cached. Apart, so that pages which only tell that labels changed need nothing else. */
export const LABELS_KEY = ['labels'] as const
