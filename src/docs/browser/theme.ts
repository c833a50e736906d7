{
  // Read before the first paint; the product stores the choice under the same key.
  try {
    const chosen = localStorage.getItem('theme')
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen
  } catch {
    // Without storage the device decides.
  }
}
