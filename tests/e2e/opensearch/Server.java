import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** Server FOLDER: one OpenSearch node with its data in FOLDER. It prints its port, and ends with its standard input. */
public class Server extends Node {
  private Server(Settings settings) {
    super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "peer"),
        List.of(Netty4Plugin.class), false);
  }

  public static void main(String[] args) throws Exception {
    Settings.Builder settings = Settings.builder()
        .put("path.home", args[0])
        .put("discovery.type", "single-node")
        .put("network.host", "127.0.0.1")
        .put("http.port", "0")
        .put("transport.port", "0")
        // A disk that is nearly full would make every index read-only.
        .put("cluster.routing.allocation.disk.threshold_enabled", false);
    try (Server server = new Server(settings.build())) {
      server.start();
      HttpServerTransport http = server.injector().getInstance(HttpServerTransport.class);
      System.out.println("port " + http.boundAddress().publishAddress().getPort());
      System.in.read();
    }
  }
}
