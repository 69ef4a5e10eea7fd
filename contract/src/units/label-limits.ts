/** The colours of labels, each of which the screens have in light and dark. Without schemas, for what is loaded early. */
export const LABEL_COLOURS = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const

/** The most labels of one entity. */
export const MOST_LABELS = 100
/** The most labels of one entity on one unit. */
export const MOST_LABELS_A_UNIT = 10
/** The most units whose labels one request changes. */
export const MOST_UNITS_LABELLED = 1000
/** The longest name of a label. */
export const LONGEST_LABEL = 40
