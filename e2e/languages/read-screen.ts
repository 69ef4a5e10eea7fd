import type { Page } from '@playwright/test'

/** What people can read or hear on a screen. */
export interface Screen {
  readonly texts: readonly string[]
  /** Texts of which a part is outside what holds them without a way to scroll there, or of their button or field, or that end in an ellipsis. */
  readonly cut: readonly string[]
}

export async function readScreen(page: Page): Promise<Screen> {
  return page.evaluate(READ_SCREEN)
}

/** It runs in the page. Half a pixel more is rounding. */
const READ_SCREEN = `(() => {
  const NAMES = ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'aria-roledescription']
  const SLACK = 1.5
  const texts = new Set([document.title])
  const cut = new Set()
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  /** Whether the box is beyond the window or an element that hides what is outside of it. */
  const isCut = (element, box) => {
    for (let outer = element; outer !== null; outer = outer.parentElement) {
      const { overflowX, textOverflow, clip, clipPath, position } = getComputedStyle(outer)
      // Read to people who do not see it.
      if (clip !== 'auto' || clipPath !== 'none') return false
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis') return false
      if (outer.tagName === 'INPUT' || outer.closest('svg, canvas, iframe, .maplibregl-map') !== null) return false
      const { left, right } = outer.getBoundingClientRect()
      const isHidden = overflowX === 'hidden' || overflowX === 'clip'
      if (isHidden && outer !== document.body && (box.right > right + SLACK || box.left < left - SLACK)) return true
      if (position === 'fixed') break
    }
    return box.right > innerWidth + SLACK || box.left < -SLACK
  }

  /** Whether a text is clipped away, and only read to people who do not see it. */
  const isForReaders = (element) => {
    const { clip, clipPath } = getComputedStyle(element)
    return clip !== 'auto' || clipPath !== 'none' || (element.parentElement !== null && isForReaders(element.parentElement))
  }

  /** Whether the box is wider than the button or link that it belongs to. */
  const isBeyondControl = (element, box) => {
    const control = element.closest('a, button')
    if (control === null || getComputedStyle(control).display === 'inline' || isForReaders(element)) return false
    const { left, right } = control.getBoundingClientRect()
    return box.right > right + SLACK || box.left < left - SLACK
  }

  /** Whether accents above or parts below the letters are outside of an element that hides them. */
  const isCutAbove = (element, text, { top, bottom }) => {
    ruler.font = getComputedStyle(element).font
    const { fontBoundingBoxAscent, fontBoundingBoxDescent, actualBoundingBoxAscent, actualBoundingBoxDescent } =
      ruler.measureText(text)
    const highest = top + fontBoundingBoxAscent - actualBoundingBoxAscent
    const lowest = bottom - fontBoundingBoxDescent + actualBoundingBoxDescent
    for (let outer = element; outer !== document.body && outer !== null; outer = outer.parentElement) {
      const { overflowY, clip, clipPath, textOverflow } = getComputedStyle(outer)
      if (clip !== 'auto' || clipPath !== 'none') return false
      if (overflowY === 'auto' || overflowY === 'scroll') return false
      if (outer.closest('svg, canvas, iframe, .maplibregl-map') !== null) return false
      const box = outer.getBoundingClientRect()
      const isHidden = overflowY === 'hidden' || overflowY === 'clip'
      if (isHidden && (highest < box.top - 0.5 || lowest > box.bottom + 0.5)) return true
    }
    return false
  }

  const ruler = document.createElement('canvas').getContext('2d')
  /** The text of a field that comes from the catalogue: its placeholder, or what is chosen of a list. */
  const textOfField = (element) => {
    if (element.tagName === 'SELECT') return element.selectedOptions[0]?.text ?? ''
    if (element.value === '') return element.placeholder
    return element.readOnly && element.getAttribute('aria-haspopup') === 'listbox' ? element.value : ''
  }
  const isCutField = (element, text) => {
    const { font, letterSpacing, paddingLeft, paddingRight } = getComputedStyle(element)
    ruler.font = font
    ruler.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing
    const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return room > 0 && ruler.measureText(text).width > room + SLACK
  }

  const isShortened = (element) => {
    for (let outer = element; outer !== document.body; outer = outer.parentElement) {
      const { textOverflow, webkitLineClamp } = getComputedStyle(outer)
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = outer
      if (textOverflow === 'ellipsis' && scrollWidth > clientWidth + 1) return true
      if (webkitLineClamp !== 'none' && scrollHeight > clientHeight + 1) return true
    }
    return false
  }

  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(element.tagName)) continue
    for (const name of NAMES) if (element.hasAttribute(name)) texts.add(element.getAttribute(name))
    if (element.matches('input, select')) {
      const text = textOfField(element)
      if (isCutField(element, text)) cut.add(text)
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || node.data.trim() === '') continue
      texts.add(node.data)
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      if (isCut(element, box) || isShortened(element) || isBeyondControl(element, box)) cut.add(node.data)
      if (isCutAbove(element, node.data, box)) cut.add('(height) ' + node.data)
    }
  }
  return { texts: [...texts], cut: [...cut] }
})()`
