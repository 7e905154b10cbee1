export function CookiesAndSharing({ current }: { current: boolean }) {
  return (
    <>
      <h2>Cookies and local storage</h2>
      <p>
        The site sets no cookies. When you sign in, your browser keeps a token in its local storage; it tells
        the site that it is you, and is removed when you sign out. If you choose a light or dark appearance,
        that choice is kept there too. {!current && 'Visitors who do not sign in leave nothing behind.'}
      </p>
      {current && (
        <p>
          While a tab is open, its session storage keeps how your visit began (the site that linked here, the
          first page, the campaign or the member’s link in its address) and what you enter in the calculator.
          Both reach us only if you send the contact form, and are gone when you close the tab.
        </p>
      )}
      {current && (
        <p>
          We count how often a public page is read, the calculator is used and the contact form is begun or
          sent, as sums of a day, with the site or campaign that led here. That keeps no network address and
          nothing that tells visitors apart. We do not count you if your browser sends Global Privacy Control
          or Do Not Track.
        </p>
      )}
      <h2>Who sees it</h2>
      <p>
        The office, and the companies that run our servers and deliver our email on our instructions. We do
        not sell, rent or trade personal data. We hand it over otherwise only where the law obliges us to.
      </p>
    </>
  );
}
