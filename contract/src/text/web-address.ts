/** Whether a text is a whole address of HTTP without a user or a password in it. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === ''
  )
}

/** Whether a text is a whole address of an MQTT broker, without a user, a password or a path in it. */
export function isBrokerAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^mqtts?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    `${url.username}${url.password}${url.search}${url.hash}` === '' &&
    /^\/?$/.test(url.pathname)
  )
}
