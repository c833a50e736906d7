/**
 * What a browser's page translation does, as a script of the page: every text node, also each later one, gives way to `font`
 * elements with its text. React still knows the old node: an update of it is lost, which is told as an error.
 */
export const TRANSLATION = `{
  const KEPT = /^(?:FONT|NOSCRIPT|OPTION|SCRIPT|STYLE|svg|TEXTAREA|TITLE)$/
  // Line breaks between the elements of a document that was not rendered by React.
  const FORMATTING = /^\\s*\\n\\s*$/
  const translate = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.parentNode === null || KEPT.test(node.parentNode.nodeName) || FORMATTING.test(node.data)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = node.data
      outer.append(inner)
      node.replaceWith(outer)
    } else if (!KEPT.test(node.nodeName)) [...node.childNodes].forEach(translate)
  }
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Text.prototype, 'nodeValue', {
    get,
    set(value) {
      if (!this.isConnected) console.error('An update of a translated text is lost: ' + value)
      set.call(this, value)
    },
  })
  const begin = () => {
    if (document.readyState === 'loading' || (document.querySelector('#root') !== null && window.pressedEarly !== 'over'))
      return requestAnimationFrame(begin)
    translate(document.body)
    const changes = new MutationObserver((records) => records.forEach(({ addedNodes }) => addedNodes.forEach(translate)))
    changes.observe(document.body, { childList: true, subtree: true })
  }
  begin()
}`
