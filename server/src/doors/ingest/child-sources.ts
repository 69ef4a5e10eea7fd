/** What a gateway's child tells about itself is the source of its measurements with this at the end. */
export const ATTRIBUTES_SUFFIX = '-attributes'
