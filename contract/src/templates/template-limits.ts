/** Shared templates of an entity. */
export const MOST_TEMPLATES = 500
/** Templates of one answer. */
export const TEMPLATES_LISTED = 1000
/** Units of one answer. */
export const TEMPLATE_UNITS_LISTED = 500
/** Bytes of a file with a template. */
export const TEMPLATE_FILE_MAX = 1_000_000
/** Values that one template shows, draws or lists. */
export const MOST_TEMPLATE_VALUES = 1_000
/** Formulas of one template. */
export const MOST_TEMPLATE_FORMULAS = 200
/** Characters of one template as JSON. */
export const TEMPLATE_MAX_CHARACTERS = 256 * 1024
/** The most bytes of a request with a template: it is refused unread, where a template with too many values costs a check first. */
export const TEMPLATE_BODY_MAX = 512 * 1024
