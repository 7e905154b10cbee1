import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Page, PageContext, SiteRenderer } from '../../shared/pages.ts';
import { AccessibilityPage } from './accessibility/AccessibilityPage.tsx';
import { ArticlePage } from './articles/ArticlePage.tsx';
import { ArticlesPage } from './articles/ArticlesPage.tsx';
import { LoginPage } from './auth/LoginPage.tsx';
import { ResetPasswordPage } from './auth/ResetPasswordPage.tsx';
import { SetPasswordPage } from './auth/SetPasswordPage.tsx';
import { SetupPage } from './auth/SetupPage.tsx';
import { ContactPage } from './contact/ContactPage.tsx';
import { ApiDocsPage } from './docs/ApiDocsPage.tsx';
import { JoinPage } from './join/JoinPage.tsx';
import { LandingPage } from './landing/LandingPage.tsx';
import { TestimonialPage } from './landing/TestimonialPage.tsx';
import { TestimonialsPage } from './landing/Testimonials.tsx';
import { Document } from './layout/Document.tsx';
import { imageOf } from './layout/HeadTags.tsx';
import { headOf } from './layout/head.ts';
import { inlineScript } from './layout/inline-script.ts';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { PreviewDocument } from './layout/PreviewDocument.tsx';
import { PoliciesPage } from './policies/PoliciesPage.tsx';
import { PolicyPage } from './policies/PolicyPage.tsx';
import { PrivacyConfirmPage } from './privacy/PrivacyConfirmPage.tsx';
import { PrivacyPage } from './privacy/PrivacyPage.tsx';
import { PrivacyRequestPage } from './privacy/PrivacyRequestPage.tsx';

function contentOf(page: Page, context: PageContext): ReactElement {
  const { brokerage, fees } = context;
  switch (page.kind) {
    case 'landing':
      return <LandingPage testimonials={page.testimonials} content={context} />;
    case 'testimonials':
      return <TestimonialsPage testimonials={page.testimonials} />;
    case 'testimonial':
      return <TestimonialPage {...page.testimonial} />;
    case 'articles':
      return <ArticlesPage {...page} />;
    case 'article':
      return <ArticlePage {...page} fees={fees} />;
    case 'policies':
      return <PoliciesPage {...page} />;
    case 'policy':
      return <PolicyPage {...page} />;
    case 'contact':
      return <ContactPage form={page.form} brokerage={brokerage} fees={fees} />;
    case 'login':
      return <LoginPage fees={fees} />;
    case 'reset-password':
      return <ResetPasswordPage fees={fees} />;
    case 'set-password':
      return <SetPasswordPage brokerage={brokerage} fees={fees} />;
    case 'setup':
      return <SetupPage fees={fees} />;
    case 'accessibility':
      return <AccessibilityPage brokerage={brokerage} />;
    case 'privacy':
      return <PrivacyPage {...page} brokerage={brokerage} />;
    case 'privacy-request':
      return <PrivacyRequestPage form={page.form} />;
    case 'privacy-confirm':
      return <PrivacyConfirmPage state={page.state} />;
    case 'join':
      return <JoinPage view={page} brokerage={brokerage} />;
    case 'api-docs':
      return <ApiDocsPage {...page} />;
    case 'not-found':
      return <NotFoundPage />;
  }
}

const hasDarkTop = ({ kind }: Page) => kind === 'landing';

export const site: SiteRenderer = {
  inlineScript,
  renderPage(page, context) {
    const html = renderToStaticMarkup(
      <Document context={context} head={headOf(page, context)} darkTop={hasDarkTop(page)}>
        {contentOf(page, context)}
      </Document>,
    );
    return `<!doctype html>${html}`;
  },
  renderPreview(page, context, stylesheet) {
    const head = headOf(page, context);
    const html = renderToStaticMarkup(
      <PreviewDocument context={context} stylesheet={stylesheet} darkTop={hasDarkTop(page)}>
        {contentOf(page, context)}
      </PreviewDocument>,
    );
    const { url, alt } = imageOf(head, context);
    const { title, description } = head;
    return { title, description, image: { url, alt }, html: `<!doctype html>${html}` };
  },
};
