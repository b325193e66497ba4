import FeedParsing

/// Feeds shared by several tests.
enum FeedSamples {
    static let rss2 = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
          xmlns:slash="http://purl.org/rss/1.0/modules/slash/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
        <channel>
          <title>Kerb Notes &amp;amp; more</title><link>https://kerb.example/</link><description>On racing</description>
          <atom:link rel="self" href="https://kerb.example/feed.xml"/><language>en-GB</language><ttl>90</ttl>
          <skipHours><hour>0</hour><hour>5</hour></skipHours><skipDays><day>Saturday</day></skipDays>
          <image><url>https://kerb.example/i.png</url><title>not the title</title><link>https://no.example/</link></image>
          <item>
            <title>Rain &lt;expected&gt; in &lt;b&gt;Spa&lt;/b&gt;</title>
            <link>https://kerb.example/spa?a=1&amp;b=2</link><guid isPermaLink="false">tag:kerb.example,2026:1</guid>
            <dc:creator><![CDATA[Ann Apex]]></dc:creator><pubDate>Fri, 20 Nov 2026 11:54:00 GMT</pubDate>
            <description>Short &lt;b&gt;form&lt;/b&gt;</description>
            <content:encoded><![CDATA[<p>The <em>whole</em> text, &amp; more</p>]]></content:encoded>
            <category>Spa</category><category><![CDATA[Weather &amp; wind]]></category>
            <enclosure url="https://kerb.example/a.mp3" type="audio/mpeg" length="123"/>
            <itunes:duration>1:02:03</itunes:duration>
            <comments>https://kerb.example/spa#comments</comments><slash:comments>7</slash:comments>
          </item>
          <item><title>Second</title><guid>https://kerb.example/2</guid><author>bo@kerb.example (Bo)</author></item>
          <item><title>Third</title></item>
        </channel></rss>
        """

    static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="https://pit.example/blog/">
          <title type="html">Pit &amp;lt;Wall&amp;gt;</title><id>urn:f</id>
          <link rel="self" href="/atom"/><link href="./"/><link rel="next" href="atom?page=2"/>
          <author><name>Team</name><email>team@pit.example</email></author>
          <entry xml:base="one/">
            <id>urn:1</id><title>Stint &amp; Strategy</title>
            <link rel="enclosure" href="../one.ogg" type="audio/ogg"/>
            <link rel="alternate" type="application/pdf" href="one.pdf"/><link type="text/html" href="../one.html"/>
            <link rel="related" href="https://elsewhere.example/"/>
            <published>2026-11-19T10:00:00Z</published><updated>2026-11-20T10:00:00Z</updated>
            <summary>Plain &lt;b&gt;not bold&lt;/b&gt;</summary>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>An <em>x</em> &lt; y <br/>and &amp; so</p></div></content>
            <category term="races" label="Races"/>
          </entry>
          <entry xml:lang="fr"><id>urn:2</id><title type="html">&lt;i&gt;Deux&lt;/i&gt;</title>
            <author><name>Céline</name><uri>https://pit.example/c</uri></author>
            <content type="html">&lt;b&gt;gras&lt;/b&gt;</content><updated>2026-11-18T10:00:00Z</updated></entry>
        </feed>
        """

    static let broken = """
        <?xml version="1.0"?>
        <rss version="2.0"><channel><title>Bed & Breakfast &unknown; &eacute;</title>
        <item><title>First & last</title><link>https://b.example/?a=1&b=2&copy=3</link>
        <enclosure url="https://b.example/x?y=1&z=2" type="image/png"/></item>
        <item><title>Second</titel><guid>2</guid><description>R&amp;amp;D &lt;b&gt;bold&lt;/b&gt; & more</description></item>
        <item><title>Third</title><guid>3</guid></item>
        </channel></rss>
        """

    static let latin = """
        <?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>x</title>
        <item><title>one</title></item></channel></rss>
        """
}

extension FeedDocument {
    /// Returns the output of ``writeJSON(rendersText:_:)`` as text.
    func jsonLine(rendersText: Bool) -> String {
        var bytes: [UInt8] = []
        writeJSON(rendersText: rendersText) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
