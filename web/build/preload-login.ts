import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The letters of nearly every text of the app. */
const FONT = /inter-latin-wght-normal.*\.woff2$/

/**
 * Names in the page what a first visit needs next, so that it comes together with the app rather than after it: the login page,
 * its style, and the font. They are small beside the app, which a browser that has a session needs too.
 */
export function preloadLogin(): Plugin {
  return {
    name: 'preload-login',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, filename }) {
        return /(page_blth_app|shared|pages\/.+)\/index\.html$/.test(filename) ? [] : loginTags(bundle)
      },
    },
  }
}

/** @throws when a part of it is not in the bundle: its name has changed */
export function loginTags(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const files = Object.values(bundle)
  const login = files.find((file) => file.type === 'chunk' && file.name === 'login')
  const font = files.find(({ fileName }) => FONT.test(fileName))
  const style = files.find(({ fileName }) => /\/login-[^/]*\.css$/.test(fileName))
  if (login === undefined || font === undefined || style === undefined) throw new Error('the login page is not built')
  return [
    link({ rel: 'modulepreload', href: login.fileName }),
    link({ rel: 'stylesheet', href: style.fileName }),
    link({ rel: 'preload', as: 'font', type: 'font/woff2', href: font.fileName }),
  ]
}

function link({ href, ...attrs }: Record<'rel' | 'href', string> & Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${href}` }, injectTo: 'head' }
}
