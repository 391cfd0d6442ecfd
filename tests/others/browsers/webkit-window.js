// A window of WebKitGTK with nothing but the page, for gjs. MiniBrowser of Debian has a bar that is wider than a phone, and keeps its
// console to itself. `false`: pages may not run scripts.
import Gtk from 'gi://Gtk?version=3.0';
import WebKit from 'gi://WebKit2?version=4.1';
import { programArgs } from 'system';

Gtk.init(null);
// A private one would print nothing of its console.
const context = new WebKit.WebContext();
context.set_automation_allowed(true);
context.connect('automation-started', (_, session) => {
  const info = new WebKit.ApplicationInfo();
  info.set_name('WebKitGTK');
  info.set_version(WebKit.get_major_version(), WebKit.get_minor_version(), WebKit.get_micro_version());
  session.set_application_info(info);
  session.connect('create-web-view', () => {
    const settings = new WebKit.Settings({
      enableJavascriptMarkup: programArgs[0] !== 'false',
      enableDeveloperExtras: true,
      enableWriteConsoleMessagesToStdout: true,
    });
    const view = new WebKit.WebView({ webContext: context, isControlledByAutomation: true, settings });
    const window = new Gtk.Window();
    window.add(view);
    window.show_all();
    return view;
  });
});
Gtk.main();
